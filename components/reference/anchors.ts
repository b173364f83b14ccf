/** Ids of fields in the page, which links lead to. */
export type FieldSection = 'request' | 'answer' | 'event'

/** e.g. `messages.role`, `answer.choices.message`; of two forms that share a path the first has the bare id. */
export function toAnchor(section: FieldSection, path: string): string {
  const plain = path.replaceAll('[]', '').replaceAll('.*', '')
  return section === 'request' ? plain : `${section}.${plain}`
}
