/** A heading or sentence with `code`. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts are identified by their index
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  )
}
