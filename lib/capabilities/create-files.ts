import type { Input } from '#lib/contracts/contract.ts'
import type { transcriptionContract } from '#lib/contracts/transcription.ts'
import type { uploadContract } from '#lib/contracts/upload.ts'
import { createParsePool, type ParsePoolSettings } from '#lib/engines/parsing/pool.ts'
import type { Contract } from '#lib/contracts/contract.ts'
import { createDocuments } from './documents.ts'
import type { FileCall } from './file-call.ts'
import type { LibraryKeeper } from './library/library-keeper.ts'
import { createReadPdf, type ReadPdf } from './read-pdf.ts'
import { createTokenCounting, type TokenCountingOptions } from './token-counting.ts'
import { createTranscribe } from './transcribe.ts'
import { createSpeech, type SpeechOptions } from './transcribe-speech.ts'
import type { FileAnswer, UploadedFile } from './uploaded-file.ts'

/** What a capability is that works on a file; the file is gone when its call ends. */
export type FileHandler<C extends Contract> = (
  input: Input<C>,
  file: UploadedFile,
  call: FileCall,
) => Promise<FileAnswer>

/** Everything that takes a file. */
export interface Files {
  readonly upload: FileHandler<typeof uploadContract>
  readonly transcribe: FileHandler<typeof transcriptionContract>
  /** What websites send as PDF. */
  readonly readPdf: ReadPdf
  /** Ends the children that read files. */
  close(): Promise<void>
}

export interface FilesOptions {
  readonly pool: ParsePoolSettings
  readonly counting: TokenCountingOptions
  readonly speech: SpeechOptions
  readonly library: LibraryKeeper
}

/** Joins them over one pool of children. */
export function createFiles(options: FilesOptions): Files {
  const pool = createParsePool(options.pool)
  const speech = createSpeech(options.speech)
  const parse = pool.parseFile
  return {
    upload: createDocuments({
      parse,
      tokens: createTokenCounting(options.counting),
      speech,
      library: options.library,
    }),
    transcribe: createTranscribe({ parse, speech }),
    readPdf: createReadPdf({ parse, folder: options.pool.folder }),
    close: () => pool.close(),
  }
}
