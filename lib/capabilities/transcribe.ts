import { readFile } from 'node:fs/promises'
import type { Input } from '#lib/contracts/contract.ts'
import { extractionSchema } from '#lib/contracts/upload.ts'
import type { Transcription, transcriptionContract } from '#lib/contracts/transcription.ts'
import type { ParseFile, ParseOptions } from '#lib/engines/parsing/options.ts'
import { ApiError } from '#lib/errors.ts'
import type { FileCall } from './file-call.ts'
import type { Speech } from './transcribe-speech.ts'
import { toSubtitles } from './to-subtitles.ts'
import type { FileAnswer, UploadedFile } from './uploaded-file.ts'

const plainText: Omit<ParseOptions, 'name' | 'language' | 'speech'> = {
  id: '',
  mode: 'text',
  pageBased: false,
  removeHeaders: false,
  enableOcr: false,
  imagesOnly: false,
  includeImageData: false,
  details: false,
  charset: null,
  password: null,
  chunkSize: 512,
  copy: false,
  chunkOverlap: 0,
  tokens: { from: 'encoding', encoding: 'o200k_base', estimated: true },
}

const types = {
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** Turns a recording into text by the model that is asked for: the way of a document, with another answer. */
export function createTranscribe({ parse, speech }: { readonly parse: ParseFile; readonly speech: Speech }) {
  return async (
    input: Input<typeof transcriptionContract>,
    file: UploadedFile,
    call: FileCall,
  ): Promise<FileAnswer> => {
    const { model, language, response_format: format, prompt = null, temperature } = input
    const result = await parse(
      file.path,
      { ...plainText, name: file.name, language, speech: speech.plan(model) },
      {
        signal: call.signal,
        anonymous: call.isAnonymous,
        transcribe: speech.transcribe(model, call, { prompt, temperature }),
      },
    )
    if (result.kind !== 'audio') throw noAudio(file.name, result.kind)
    call.meterDocument({ pages: 0, ocrPages: 0, audioSeconds: result.audioSeconds, tokens: 0 })
    const { segments = [] } = extractionSchema.parse(JSON.parse(await readFile(result.bodyPath, 'utf8')))
    const content = segments.map(({ text }) => text).join(' ')
    switch (format) {
      case 'json':
        return { kind: 'json', body: { text: content } satisfies Transcription }
      case 'verbose_json': {
        const body: Transcription = {
          task: 'transcribe',
          // OpenAI names it in English, by the model's word for it; nobody else tells.
          ...(language !== null && { language }),
          duration: result.audioSeconds,
          text: content,
          segments: segments.map(({ start, end, text }, id) => ({ id, start, end, text })),
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

function noAudio(name: string, kind: string): ApiError {
  const message = `\`${name}\` is no recording but ${kind}. Send documents to POST /upload.`
  return new ApiError('unsupported_file_type', message, { param: 'file', reason: 'kind' })
}
