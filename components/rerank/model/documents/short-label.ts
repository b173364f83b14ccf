/** A model label without its provider. */
export function shortLabel(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1)
}
