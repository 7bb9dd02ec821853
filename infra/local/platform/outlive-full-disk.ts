/** While the disk is full, lines of the log are lost; the process goes on, and so does the log when there is space again. */
export function outliveFullDisk(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
}
