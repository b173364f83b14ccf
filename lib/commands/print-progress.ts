import type { DownloadProgress } from '#lib/models/download/progress.ts'
import type { Terminal } from './command.ts'
import { toSize } from './to-size.ts'

/** One line that redraws itself where somebody watches, else a line every 10 %. */
export function createProgressPrinter(terminal: Terminal): (progress: DownloadProgress) => void {
  let last = ''
  return progress => {
    if (terminal.watched) {
      terminal.progress(toLine(progress))
      return
    }
    const step = `${progress.state} ${Math.floor(percentOf(progress) / 10)}`
    if (step === last) return
    last = step
    terminal.say(toLine(progress))
  }
}

function toLine(progress: DownloadProgress): string {
  const size = `${toSize(progress.doneBytes)} of ${toSize(progress.totalBytes)}`
  const share = `${progress.model}  ${percentOf(progress)} %  ${size}`
  switch (progress.state) {
    case 'waiting':
      return `${share}, another process is fetching it`
    case 'downloading':
      return share + speedOf(progress)
    case 'verifying':
      return `${share}, checking`
    case 'ready':
      return share
    case 'cancelled':
      return `${share}, cancelled`
    case 'failed':
      return `${share}, failed`
  }
}

function speedOf({ bytesPerSecond, remainingMs, source }: DownloadProgress): string {
  const from = source === null ? '' : ` from ${source}`
  if (bytesPerSecond === 0) return from
  const left = remainingMs === null ? '' : `, ${toDuration(remainingMs)} left`
  return `${from}, ${toSize(bytesPerSecond)}/s${left}`
}

function toDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function percentOf({ doneBytes, totalBytes }: DownloadProgress): number {
  return totalBytes === 0 ? 100 : Math.min(100, Math.floor((doneBytes / totalBytes) * 100))
}
