import type { CatalogFile } from './catalog-entry.ts'

/** Files of a small model in its folder. */
export const onnxFileNames = { model: 'model_quantized.onnx', tokenizer: 'tokenizer.json' } as const

interface OnnxOrigins {
  readonly hub: { readonly repository: string; readonly revision: string }
  readonly jar?: { readonly artifact: string; readonly stem: string }
  readonly model: { readonly sizeBytes: number; readonly sha256: string }
  readonly tokenizer: { readonly sizeBytes: number; readonly sha256: string }
}

/** A quantized graph and its tokenizer, in the layout of the hub's Xenova repositories. */
export function onnxFiles({ hub, jar, model, tokenizer }: OnnxOrigins): CatalogFile[] {
  return [
    {
      name: onnxFileNames.model,
      ...model,
      hub: { ...hub, path: 'onnx/model_quantized.onnx' },
      ...(jar && { jar: { package: jar.artifact, member: `${jar.stem}.onnx` } }),
    },
    {
      name: onnxFileNames.tokenizer,
      ...tokenizer,
      hub: { ...hub, path: 'tokenizer.json' },
      ...(jar && { jar: { package: jar.artifact, member: `${jar.stem}-tokenizer.json` } }),
    },
  ]
}
