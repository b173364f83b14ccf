import { isRecord, readNumber, readString } from '#lib/engines/json.ts'
import type { SpeechAnswer } from './speech-model.ts'

/** OpenAI's `json` or `verbose_json`; null where there is no text. */
export function readTranscript(answer: Record<string, unknown>): SpeechAnswer | null {
  const text = readString(answer['text'])
  if (text === null) return null
  const segments = Array.isArray(answer['segments'])
    ? answer['segments'].filter(isRecord).flatMap(readSegment)
    : []
  return {
    text: text.trim(),
    language: readString(answer['language']),
    seconds: readNumber(answer['duration']),
    segments,
  }
}

function readSegment(entry: Record<string, unknown>): SpeechAnswer['segments'] {
  const start = readNumber(entry['start'])
  const end = readNumber(entry['end'])
  const text = readString(entry['text'])?.trim()
  if (start === null || end === null || text === undefined || text === '') return []
  return [{ start, end: Math.max(start, end), text }]
}
