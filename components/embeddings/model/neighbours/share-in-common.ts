/** Share (0 to 1) of one list that is also in the other; both have the same length and name nothing twice. */
export function shareInCommon(one: Int32Array, other: Int32Array): number {
  let common = 0
  for (const entry of one) if (other.includes(entry)) common += 1
  return common / one.length
}
