import { ApiError } from '#lib/errors.ts'
import { findEntry } from '#lib/models/catalogue.ts'
import type { SpeechEntry } from '#lib/models/catalogue-entry.ts'
import { readWav, sampleRate } from '#lib/models/speech/read-wav.ts'
import { transcribeWindows } from '#lib/models/speech/transcribe-windows.ts'
import { sendJson, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import { toServerTiming } from './place.ts'
import { readSoundForm } from './read-sound-form.ts'

/** `POST /v1/audio/transcriptions`: always OpenAI's `verbose_json`. */
export async function answerTranscription(host: ModelHost, exchange: Exchange): Promise<void> {
  using _place = host.smallCalls.enter()
  const { fields, file } = await readSoundForm(exchange)
  const entry = requireSpeech(fields.get('model') ?? '')
  const samples = readWav(file)
  await host.weights.require(entry, exchange.signal)
  using use = await host.transcribers.use(entry)
  const startMs = performance.now()
  const segments = await transcribeWindows(use.runner, samples, exchange.signal)
  host.log('debug', 'transcribed', { seconds: samples.length / sampleRate, ms: performance.now() - startMs })
  sendJson(
    exchange,
    {
      task: 'transcribe',
      language: 'english',
      duration: samples.length / sampleRate,
      text: segments.map(({ text }) => text).join(' '),
      segments: segments.map((segment, id) => ({ id, ...segment })),
    },
    { headers: { 'server-timing': toServerTiming({ queueMs: 0, loadMs: use.loadMs }) } },
  )
}

function requireSpeech(id: string): SpeechEntry {
  const entry = findEntry(id) ?? findEntry(`local/${id}`)
  if (entry?.kind === 'speech') return entry
  throw new ApiError('model_not_found', `The embedded engine has no speech model \`${id}\`.`, {
    param: 'model',
  })
}
