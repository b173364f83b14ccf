import type { uploadContract } from '#lib/contracts/upload.ts'
import type { Input } from '#lib/contracts/contract.ts'
import type { ParseFile, TokenCounting } from '#lib/engines/parsing/options.ts'
import type { Call } from './call.ts'
import { newId } from './new-id.ts'
import { noSpeech, type Speech } from './transcribe-speech.ts'
import type { FileAnswer, UploadedFile } from './uploaded-file.ts'

export interface DocumentsOptions {
  readonly parse: ParseFile
  /** How tokens of chunks and pages are counted: as the default embedding model does. */
  readonly tokens: () => Promise<TokenCounting>
  readonly speech: Speech
}

type DocumentCall = Call & { readonly isAnonymous: boolean }

const idPrefixes = { text: null, markdown: null, pages: 'pages-', embeddings: 'chunks-' } as const

/** Reads a document; its text never passes through this process. */
export function createDocuments({ parse, tokens, speech }: DocumentsOptions) {
  return async (
    input: Input<typeof uploadContract>,
    file: UploadedFile,
    call: DocumentCall,
  ): Promise<FileAnswer> => {
    const { extract_mode: mode, language } = input
    const prefix = idPrefixes[mode]
    const transcriber = await speech.usual(call)
    const result = await parse(
      file.path,
      {
        id: prefix === null ? '' : newId(prefix, 24),
        name: file.name,
        mode,
        pageBased: input.page_based,
        removeHeaders: input.remove_headers,
        enableOcr: input.enable_ocr,
        imagesOnly: input.images_only,
        includeImageData: input.include_image_data,
        details: input.details,
        language,
        charset: input.charset,
        password: input.password,
        chunkSize: input.chunk_size,
        chunkOverlap: input.chunk_overlap,
        tokens: await tokens(),
        speech: transcriber === null ? null : speech.plan(transcriber),
      },
      {
        signal: call.signal,
        anonymous: call.isAnonymous,
        transcribe:
          transcriber === null ? () => Promise.reject(noSpeech()) : speech.transcribe(transcriber, call),
      },
    )
    call.meterDocument({
      pages: result.pages,
      ocrPages: result.ocrPages,
      audioSeconds: result.audioSeconds,
      tokens: result.tokens,
    })
    return { kind: 'file', path: result.bodyPath, sizeBytes: result.bodyBytes }
  }
}
