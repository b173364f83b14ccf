/** Anchor ids of the fields on a reference page. */
export type FieldSection = 'request' | 'answer' | 'event'

/** e.g. `messages.role`, `answer.choices.message`; if two shapes share a path, the first has the plain id. */
export function toAnchor(section: FieldSection, path: string): string {
  const plain = path.replaceAll('[]', '').replaceAll('.*', '')
  return section === 'request' ? plain : `${section}.${plain}`
}
