import type { uploadContract } from '#lib/contracts/upload.ts'
import type { Input } from '#lib/contracts/contract.ts'
import type { ParseFile, TokenCounting } from '#lib/engines/parsing/options.ts'
import { ApiError } from '#lib/errors.ts'
import type { FileCall } from './file-call.ts'
import { keepDocument } from './library/keep-document.ts'
import type { LibraryKeeper } from './library/library-keeper.ts'
import { wishOf } from './library/library-wish.ts'
import { newId } from './new-id.ts'
import type { Speech } from './transcribe-speech.ts'
import type { FileAnswer, UploadedFile } from './uploaded-file.ts'

export interface DocumentsOptions {
  readonly parse: ParseFile
  /** How tokens of chunks and pages are counted: as the default embedding model does. */
  readonly tokens: () => Promise<TokenCounting>
  readonly speech: Speech
  readonly library: LibraryKeeper
}

const idPrefixes = { text: null, markdown: null, pages: 'pages-', embeddings: 'chunks-' } as const

/** Reads a document; its text never passes through this process. */
export function createDocuments({ parse, tokens, speech, library }: DocumentsOptions) {
  return async (
    input: Input<typeof uploadContract>,
    file: UploadedFile,
    call: FileCall,
  ): Promise<FileAnswer> => {
    const { extract_mode: mode, language } = input
    const prefix = idPrefixes[mode]
    const collection = await collectionOf(input.library, call, library)
    const { plan, transcribe } = await speech.forUpload(call)
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
        copy: collection !== null,
        speech: plan,
      },
      { signal: call.signal, anonymous: call.isAnonymous, transcribe },
    )
    call.meterDocument({
      pages: result.pages,
      ocrPages: result.ocrPages,
      audioSeconds: result.audioSeconds,
      tokens: result.tokens,
    })
    if (collection !== null && result.copyPath !== null) {
      const copy = { path: result.copyPath, name: file.name }
      call.kept(await keepDocument(copy, collection, call, library))
    }
    return { kind: 'file', path: result.bodyPath, sizeBytes: result.bodyBytes }
  }
}

/** Of what comes without a key nothing is kept. */
async function collectionOf(
  asked: boolean | string | null,
  call: FileCall,
  library: LibraryKeeper,
): Promise<string | null> {
  if (!call.isAnonymous) return await wishOf(asked, call, library)
  if (asked === null || asked === false) return null
  const message = 'Only what is sent with an API key can be kept. Send a key, or leave `library` out.'
  throw new ApiError('missing_api_key', message, { param: 'library' })
}
