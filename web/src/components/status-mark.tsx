/** A state in words with its colour as a mark beside it: never by colour alone. */
export function StatusMark({ name, color }: { name: string; color: string }) {
  return (
    <span className="status">
      <span className="status-mark" data-color={color} />
      {name}
    </span>
  );
}
