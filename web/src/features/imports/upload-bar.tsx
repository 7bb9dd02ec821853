interface UploadBarProps {
  /** Shares, 0 to 1, of the phase under way. */
  packed: number | undefined;
  sent: number | undefined;
}

export function UploadBar({ packed, sent }: UploadBarProps) {
  const share = packed ?? sent;
  if (share === undefined) return null;
  const label = packed === undefined ? 'Uploading' : 'Packing';
  const percent = Math.floor(share * 100);
  return (
    <div className="upload-bar">
      <span className="small soft number">{`${label} ${percent} %`}</span>
      <progress className="import-bar" aria-label={label} max={100} value={percent} aria-valuenow={percent} />
    </div>
  );
}
