/** A label without the provider in front of the model. */
export function shortLabel(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1)
}
