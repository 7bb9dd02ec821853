/**
 * While the disk is full, log lines are lost, but the process continues, and so does the log when there is space
 * again.
 */
export function outliveFullDisk(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
}
