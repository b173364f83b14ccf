import type { SpeechSegment } from '#lib/engines/parsing/blocks.ts'

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
