/** A sentence in which `words` are code. */
export function InlineText({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- a part is its place
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  )
}
