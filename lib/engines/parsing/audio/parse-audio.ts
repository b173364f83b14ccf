import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Block, ParsedDocument, SpeechSegment } from '#lib/engines/parsing/blocks.ts'
import { uploadFile } from '#lib/engines/parsing/child-messages.ts'
import type { SpeechPlan, Transcript } from '#lib/engines/parsing/options.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { cutParts, isSilent } from './cut-parts.ts'
import { decodeSound } from './decode-sound.ts'
import { speechRate } from './resampler.ts'
import { readSoundFormat, type SoundFormat } from './sound-format.ts'
import { writeWav } from './write-wav.ts'

const partFile = 'part.wav'

interface Speech {
  readonly segments: readonly SpeechSegment[]
  readonly seconds: number
  readonly englishOnly: boolean
}

/** A recording: what is said in it, by the speech engine that the pool asks. */
export async function parseAudio(input: ParserInput): Promise<ParsedDocument> {
  const { speech: plan } = input.options
  if (plan === null) {
    const advice =
      'Configure a provider with a speech model, or allow the embedded one (local/moonshine-tiny-en).'
    throw parseError('speech', `is a recording, and nothing here transcribes. ${advice}`)
  }
  const format = readSoundFormat(input.bytes)
  const asIs = input.bytes.length <= plan.originalBytesMax
  const { segments, seconds, englishOnly } = asIs
    ? await hearWhole(input, format)
    : await hearParts(input, format, plan)
  const message = 'The embedded speech model knows English alone. Configure a provider for other languages.'
  return {
    kind: 'audio',
    pages: 1,
    blocks: segments.map(({ text }): Block => ({ type: 'paragraph', text, headings: [], origin: 'speech' })),
    segments,
    seconds,
    warnings: englishOnly ? [{ code: 'english_only', message }] : [],
    readings: [{ page: 1, engine: 'speech', origin: 'speech' }],
  }
}

async function hearWhole({ tools }: ParserInput, { extension }: SoundFormat): Promise<Speech> {
  const transcript = await tools.transcribe(uploadFile, `sound.${extension}`)
  const segments = toSegments(transcript, { start: 0, end: null })
  return { segments, seconds: segments.at(-1)?.end ?? 0, englishOnly: transcript.englishOnly }
}

async function hearParts(input: ParserInput, format: SoundFormat, plan: SpeechPlan): Promise<Speech> {
  const segments: SpeechSegment[] = []
  let seconds = 0
  let englishOnly = false
  for await (const { startSeconds, samples } of cutParts(decodeSound(input, format), plan.partSecondsMax)) {
    seconds = startSeconds + samples.length / speechRate
    if (isSilent(samples)) continue
    const file = path.join(input.folder, partFile)
    await writeWav(file, samples)
    const transcript = await input.tools.transcribe(partFile, partFile)
    await rm(file)
    englishOnly ||= transcript.englishOnly
    segments.push(...toSegments(transcript, { start: startSeconds, end: seconds }))
  }
  return { segments, seconds: round(seconds), englishOnly }
}

/** Segments in the time of the recording, never overlapping; a text without any is one. */
function toSegments(
  { text, segments }: Transcript,
  part: { start: number; end: number | null },
): SpeechSegment[] {
  const given = segments.filter(segment => segment.text.trim() !== '')
  if (given.length === 0) {
    const whole = text.trim()
    return whole === '' ? [] : [{ start: round(part.start), end: round(part.end ?? part.start), text: whole }]
  }
  let before = part.start
  return given.map(segment => {
    const start = Math.max(before, part.start + segment.start)
    const end = Math.max(start, Math.min(part.end ?? Infinity, part.start + segment.end))
    before = end
    return { start: round(start), end: round(end), text: segment.text.trim() }
  })
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
