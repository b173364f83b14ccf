/** An error message that screen readers announce at once. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && <p className="rounded-md border border-bad px-3 py-2 text-bad">{text}</p>}
    </div>
  )
}
