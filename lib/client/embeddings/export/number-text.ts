/** A float32 in the digits that bring it back exactly; empty when it is not a finite number. */
export function toNumberText(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(9))) : ''
}
