import type { EmbeddingInputs, EmbedRequest } from './embedding-model.ts'

export function countInputs(inputs: EmbeddingInputs): number {
  return inputs.kind === 'texts' ? inputs.texts.length : inputs.tokens.length
}

/** UTF-8 bytes of each input; a token counts as three, as everywhere. */
export function sizeInputs(inputs: EmbeddingInputs): number[] {
  return inputs.kind === 'texts'
    ? inputs.texts.map(text => Buffer.byteLength(text))
    : inputs.tokens.map(tokens => tokens.length * 3)
}

/** The same request for the inputs from `start` to before `end`. */
export function sliceRequest(request: EmbedRequest, start: number, end: number): EmbedRequest {
  const { inputs } = request
  if (start === 0 && end === countInputs(inputs)) return request
  return inputs.kind === 'texts'
    ? { ...request, inputs: { kind: 'texts', texts: inputs.texts.slice(start, end) } }
    : { ...request, inputs: { kind: 'tokens', tokens: inputs.tokens.slice(start, end) } }
}
