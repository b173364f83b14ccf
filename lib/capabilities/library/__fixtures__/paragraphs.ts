import type { EmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'

/** Text of about three passages, its own for each number. */
export function paragraphs(number: number): string {
  return Array.from({ length: 90 }, (_, at) => `Paragraph ${at} of text ${number} tells of llamas and wool.`).join(
    '\n\n',
  )
}

/** A model with the same vector for all texts. */
export const embedAlike: EmbedTexts = async ({ model, texts }) => ({
  model,
  vectors: texts.map(() => Float32Array.of(1, 0)),
})
