/** The order after a row was dropped on another one: it takes that row's position. */
export function moveTo(ids: readonly string[], id: string, target: string): readonly string[] {
  const at = ids.indexOf(target)
  if (at === -1 || id === target) return ids
  return ids.filter(each => each !== id).toSpliced(at, 0, id)
}

/** The order with a row one position up or down; the same at the end of the list. */
export function moveBy(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const target = ids[ids.indexOf(id) + by]
  return target === undefined ? ids : moveTo(ids, id, target)
}
