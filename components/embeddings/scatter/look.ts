/** How a point is drawn, in one byte: its layer, then its category. Later layers lie on top. */
export type Layer = 'hidden' | 'dimmed' | 'plain' | 'strong'

const layers: readonly Layer[] = ['hidden', 'dimmed', 'plain', 'strong']
export const categoryBits = 6
export const hiddenLook = 0

export function toLook(layer: Layer, category: number): number {
  if (layer === 'hidden') return hiddenLook
  return (layers.indexOf(layer) << categoryBits) | (category % (1 << categoryBits))
}
