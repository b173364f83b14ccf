import type { CatalogueEntry, CatalogueFile, CrossEncoderEntry } from './catalogue-entry.ts'
import { chatEntries } from './catalogue-chat.ts'
import { defaultEmbedder, embeddingEntries } from './catalogue-embeddings.ts'
import { onnxFiles } from './catalogue-onnx-files.ts'

const mebibyte = 1024 ** 2
const apache = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } as const

/** The better reranker, where its weights can be had. */
export const crossEncoder: CrossEncoderEntry = {
  id: 'local/ms-marco-minilm-l-6-v2',
  kind: 'rerank',
  title: 'MS MARCO MiniLM L6 v2 cross-encoder, int8',
  architecture: 'bert',
  licence: { name: 'Apache-2.0', url: 'https://huggingface.co/cross-encoder/ms-marco-MiniLM-L-6-v2' },
  contextTokens: 512,
  memoryBytes: 384 * mebibyte,
  files: onnxFiles({
    hub: {
      repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
      revision: 'a09144355adeed5f58c8ed011d209bf8ee5a1fec',
    },
    model: {
      sizeBytes: 23_143_499,
      sha256: 'e9d8ebf845c413e981c175bfe49a3bfa9b3dcce2a3ba54875ee5df5a58639fbe',
    },
    tokenizer: {
      sizeBytes: 711_396,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
  }),
}

/** Every embedded model; the authority on `local/…` ids. */
export const catalogue: readonly CatalogueEntry[] = [
  ...chatEntries,
  ...embeddingEntries,
  crossEncoder,
  {
    id: 'local/hybrid-rerank',
    kind: 'rerank',
    title: 'Hybrid rerank: cosine of the default embedder combined with BM25',
    architecture: 'hybrid',
    licence: apache,
    embedder: defaultEmbedder,
    similarityFloor: defaultEmbedder.similarityFloor,
    memoryBytes: 0,
    files: [],
  },
  {
    id: 'local/moonshine-tiny-en',
    kind: 'speech',
    title: 'Moonshine tiny, English',
    architecture: 'moonshine',
    licence: { name: 'MIT', url: 'https://github.com/moonshine-ai/moonshine/blob/main/LICENSE' },
    languages: ['en'],
    memoryBytes: 384 * mebibyte,
    files: [
      moonshineFile(
        'encoder_model.ort',
        13_281_600,
        '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
      ),
      moonshineFile(
        'decoder_model_merged.ort',
        30_412_256,
        'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
      ),
      moonshineFile(
        'tokenizer.bin',
        249_974,
        '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
      ),
    ],
  },
]

export function findEntry(id: string): CatalogueEntry | undefined {
  return catalogue.find(entry => entry.id === id)
}

function moonshineFile(name: string, sizeBytes: number, sha256: string): CatalogueFile {
  return {
    name,
    sizeBytes,
    sha256,
    url: `https://download.moonshine.ai/model/tiny-en/quantized/tiny-en/${name}`,
    // Later versions of the publisher's package no longer carry the model.
    wheel: [{ package: 'moonshine-voice==0.0.48', member: `moonshine_voice/assets/tiny-en/${name}` }],
  }
}
