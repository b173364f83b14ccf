/** Whether every listed row is selected: with a search, others may be selected too. */
export function allSelected(listed: readonly number[], selection: ReadonlySet<number>): boolean {
  return listed.length > 0 && listed.length <= selection.size && listed.every(row => selection.has(row))
}
