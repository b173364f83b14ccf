import type { Input, Contract } from '#lib/contracts/core/contract.ts'
import type { transcriptionContract, Transcription } from '#lib/contracts/api/documents/transcription.ts'
import { type uploadContract, extractionSchema } from '#lib/contracts/api/documents/upload.ts'
import { createParsePool, type ParsePool, type ParsePoolSettings } from '#lib/documents/pool/pool.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { LibraryWriter } from '#lib/capabilities/library/library-writer.ts'
import { createFetchPdf, type FetchPdf } from './fetch-pdf.ts'
import { createReadPdf, plainText, type ReadPdf } from './read-pdf.ts'
import { createTokenCounting, type TokenCountingOptions } from '#lib/capabilities/tokens/token-counting.ts'
import { createSpeech, type SpeechOptions, type Speech } from './transcribe-speech.ts'
import type { FileAnswer, UploadedFile } from './uploaded-file.ts'
import { readFile } from 'node:fs/promises'
import type { OnReadStep, ParseFile, TokenCounting } from '#lib/documents/options.ts'
import { ApiError } from '#lib/errors.ts'
import type { SpeechSegment } from '#lib/documents/blocks.ts'
import { saveDocument } from '#lib/capabilities/library/save-document.ts'
import { targetCollection } from '#lib/capabilities/library/target-collection.ts'
import { newId } from '#lib/capabilities/new-id.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'

/** A capability that processes a file; the file is deleted when the request ends. */
export type FileHandler<C extends Contract> = (
  input: Input<C>,
  file: UploadedFile,
  context: RequestContext,
) => Promise<FileAnswer>

/** @param onStep reports progress */
type Upload = (
  ...call: [...Parameters<FileHandler<typeof uploadContract>>, onStep?: OnReadStep]
) => Promise<FileAnswer>

export type ParserIsolation = Awaited<ReturnType<ParsePool['isolation']>>

/** All capabilities that accept a file. */
export interface Files {
  readonly upload: Upload
  readonly transcribe: FileHandler<typeof transcriptionContract>
  /** PDFs from websites. */
  readonly readPdf: ReadPdf
  readonly fetchPdf: FetchPdf
  /** How parsers are kept off the network on this system. */
  isolation(): Promise<ParserIsolation>
  /** The worker processes that read files, together. */
  processes(): ReturnType<ParsePool['processes']>
  /** Stops the worker processes that read files. */
  close(): Promise<void>
}

export interface FilesOptions {
  readonly pool: ParsePoolSettings
  readonly counting: TokenCountingOptions
  readonly speech: SpeechOptions
  readonly library: LibraryWriter
  readonly safeFetch: SafeFetch
}

/** Creates them with one shared process pool. */
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
    fetchPdf: createFetchPdf(options.safeFetch),
    isolation: () => pool.isolation(),
    processes: () => pool.processes(),
    close: () => pool.close(),
  }
}

const types = {
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** Transcribes a recording with the requested model: like a document, with another response. */
function createTranscribe({ parse, speech }: { readonly parse: ParseFile; readonly speech: Speech }) {
  return async (
    input: Input<typeof transcriptionContract>,
    file: UploadedFile,
    context: RequestContext,
  ): Promise<FileAnswer> => {
    const { model, response_format: format, prompt = null, temperature } = input
    const transcribe = speech.transcribe(model, context, { prompt, temperature })
    let language: string | null = null
    const result = await parse(
      file.path,
      { ...plainText, name: file.name, language: input.language, speech: speech.plan(model) },
      {
        signal: context.signal,
        anonymous: context.caller.isAnonymous,
        async transcribe(sound, soundOptions) {
          const transcript = await transcribe(sound, soundOptions)
          language ??= transcript.language ?? null
          return transcript
        },
      },
    )
    language ??= input.language
    if (result.kind !== 'audio') throw noAudio(file.name, result.kind)
    context.usage.meterDocument({ pages: 0, ocrPages: 0, audioSeconds: result.audioSeconds, tokens: 0 })
    const { segments = [] } = extractionSchema.parse(JSON.parse(await readFile(result.bodyPath, 'utf8')))
    const content = segments.map(({ text }) => text).join(' ')
    switch (format) {
      case 'json':
        return { kind: 'json', body: { text: content } satisfies Transcription }
      case 'verbose_json': {
        const body: Transcription = {
          task: 'transcribe',
          // As the provider named it, in OpenAI's case in English; else as requested.
          ...(language !== null && { language }),
          duration: result.audioSeconds,
          text: content,
          segments: segments.map((segment, id) => toVerbose(segment, id, input.temperature)),
        }
        return { kind: 'json', body }
      }
      case 'text':
        return { kind: 'text', text: `${content}\n`, type: types.text }
      case 'srt':
      case 'vtt':
        return { kind: 'text', text: toSubtitles(segments, format), type: types[format] }
    }
  }
}

/** Some SDKs validate Whisper's own numbers too. No other model has them, so they have neutral values. */
function toVerbose({ start, end, text }: SpeechSegment, id: number, temperature: number | null) {
  const whisper = {
    tokens: [],
    temperature: temperature ?? 0,
    avg_logprob: 0,
    compression_ratio: 1,
    no_speech_prob: 0,
  }
  return { id, seek: 0, start, end, text, ...whisper }
}

function noAudio(name: string, kind: string): ApiError {
  const message = `\`${name}\` is not a recording but ${kind}. Send documents to POST /upload.`
  return new ApiError('unsupported_file_type', message, { param: 'file', reason: 'kind' })
}

/** SubRip or WebVTT. */
export function toSubtitles(segments: readonly SpeechSegment[], format: 'srt' | 'vtt'): string {
  const cues = segments.map(({ start, end, text }, index) => {
    const times = `${toTime(start, format)} --> ${toTime(end, format)}`
    // An arrow or an empty line would end the cue.
    const words = text.replaceAll(/\s+/g, ' ').replaceAll('-->', '→').trim()
    return format === 'srt' ? `${index + 1}\n${times}\n${words}\n` : `${times}\n${words}\n`
  })
  return format === 'srt' ? cues.join('\n') : `WEBVTT\n\n${cues.join('\n')}`
}

function toTime(seconds: number, format: 'srt' | 'vtt'): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const sign = format === 'srt' ? ',' : '.'
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${sign}${String(ms % 1000).padStart(3, '0')}`
}

interface DocumentsOptions {
  readonly parse: ParseFile
  /** Tokens of chunks and pages are counted as in the default embedding model. */
  readonly tokens: () => Promise<TokenCounting>
  readonly speech: Speech
  readonly library: LibraryWriter
}

const idPrefixes = { text: null, markdown: null, pages: 'pages-', embeddings: 'chunks-' } as const

/** Reads a document; its text never passes through this process. */
function createDocuments({ parse, tokens, speech, library }: DocumentsOptions): Upload {
  return async (input, file, context, onStep) => {
    const { extract_mode: mode, language } = input
    const prefix = idPrefixes[mode]
    const collection = await collectionOf(input.library, context, library)
    const { plan, transcribe } = await speech.forUpload(context)
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
      { signal: context.signal, anonymous: context.caller.isAnonymous, transcribe, onStep },
    )
    context.usage.meterDocument({
      pages: result.pages,
      ocrPages: result.ocrPages,
      audioSeconds: result.audioSeconds,
      tokens: result.tokens,
    })
    if (collection !== null && result.copyPath !== null) {
      const copy = { path: result.copyPath, name: file.name }
      context.trace.kept(await saveDocument(copy, collection, context.caller, library))
    }
    return { kind: 'file', path: result.bodyPath, sizeBytes: result.bodyBytes }
  }
}

/** Uploads without a key are never saved. */
async function collectionOf(
  asked: boolean | string | null,
  context: RequestContext,
  library: LibraryWriter,
): Promise<string | null> {
  if (!context.caller.isAnonymous) return await targetCollection(asked, context.caller, library)
  if (asked === null || asked === false) return null
  const message = 'Saving to the library requires an API key. Send a key or omit `library`.'
  throw new ApiError('missing_api_key', message, { param: 'library' })
}
