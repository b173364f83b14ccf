import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'

const decimal = z
  .string()
  .refine(
    text => text === '' || (/^\d(\.\d+)?$/.test(text) && Number(text) <= 1),
    'must be a number from 0 to 1',
  )
  .nullish()
  .transform(text => (text ? Number(text) : null))

/** Form of `POST /v1/audio/transcriptions`, as OpenAI's SDKs send it. */
const transcriptionRequestSchema = z.looseObject({
  file: z
    .file()
    .describe(
      'Audio file: wav, mp3, ogg, flac, webm; m4a, mp4 and aac if the server has ffmpeg or a provider reads them.',
    ),
  model: z.string().min(1).describe('A public model ID, or provider/model.'),
  language: z
    .string()
    .regex(/^([a-z]{2,3}([_-]\w{2,8})?)?$/i, 'must be an ISO 639 code such as en')
    .nullish()
    .transform(text => text || null)
    .describe('ISO 639 code; default: detected.'),
  prompt: z.string().nullish().describe('Words to expect; not supported by every model.'),
  response_format: z
    .enum(['', 'json', 'text', 'verbose_json', 'srt', 'vtt'])
    .nullish()
    .transform(format => format || 'json')
    .describe('json (default), text, verbose_json, srt or vtt.'),
  temperature: decimal.describe('0 to 1; not supported by every model.'),
  'timestamp_granularities[]': z
    .union([z.string().transform(one => [one]), z.array(z.string())])
    .nullish()
    .transform(list => list ?? [])
    .refine(
      list => list.every(one => one === 'segment'),
      'must be `segment`: word timestamps are not supported',
    )
    .describe('`segment`.'),
})

export const transcriptionSchema = z
  .looseObject({
    text: z.string(),
    task: z.literal('transcribe').optional(),
    language: z.string().optional(),
    duration: z.number().min(0).optional().describe('Seconds.'),
    segments: z
      .array(
        z.looseObject({
          id: z.int().min(0),
          start: z.number().min(0).describe('Seconds.'),
          end: z.number().min(0),
          text: z.string(),
          seek: z.int().min(0).describe('Always 0. The next fields are neutral too, except `temperature`.'),
          tokens: z.array(z.int()),
          temperature: z.number(),
          avg_logprob: z.number(),
          compression_ratio: z.number(),
          no_speech_prob: z.number(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Transcription' })

export type Transcription = z.output<typeof transcriptionSchema>

/** OpenAI's own fields; `text`, `srt` and `vtt` return plain text. */
export const transcriptionContract = defineContract({
  id: 'transcription',
  method: 'POST',
  path: '/v1/audio/transcriptions',
  summary: 'Transcribe audio',
  scope: 'documents',
  encoding: 'multipart',
  input: transcriptionRequestSchema,
  output: transcriptionSchema,
  textTypes: ['text/plain', 'text/vtt'],
  examples: [
    {
      title: 'Text of a recording',
      description: 'The transcript with a timestamp for each segment',
      input: {
        file: new File([], 'speech.wav', { type: 'audio/wav' }),
        model: 'local/moonshine-tiny-en',
        response_format: 'verbose_json',
      },
    },
  ],
})
