import { overlap } from './stop-filter.ts'

export interface ThinkSplit {
  readonly reasoning: string
  readonly text: string
}

export interface ThinkSplitter {
  push(text: string): ThinkSplit
  flush(): ThinkSplit
  readonly thinking: boolean
}

const open = '<think>'
const close = '</think>'

/** Parts the thoughts at the beginning of an answer (`<think>…</think>`) from the answer itself. */
export function createThinkSplitter({ thinks }: { thinks: boolean }): ThinkSplitter {
  let state: 'start' | 'thinking' | 'gap' | 'answer' = thinks ? 'start' : 'answer'
  let held = ''

  const advance = (): ThinkSplit => {
    if (state === 'start') {
      const trimmed = held.trimStart()
      if (trimmed.startsWith(open)) {
        held = trimmed.slice(open.length).replace(/^\n/, '')
        state = 'thinking'
      } else if (!open.startsWith(trimmed)) state = 'answer'
      else return { reasoning: '', text: '' }
    }
    if (state === 'thinking') {
      const end = held.indexOf(close)
      if (end < 0) {
        const keep = overlap(held, close)
        const reasoning = held.slice(0, held.length - keep)
        held = held.slice(held.length - keep)
        return { reasoning, text: '' }
      }
      const reasoning = held.slice(0, end)
      held = held.slice(end + close.length)
      state = 'gap'
      return { reasoning, text: advance().text }
    }
    if (state === 'gap') {
      held = held.trimStart()
      if (held === '') return { reasoning: '', text: '' }
      state = 'answer'
    }
    const text = held
    held = ''
    return { reasoning: '', text }
  }

  return {
    get thinking() {
      return state === 'thinking'
    },
    push(text) {
      held += text
      return advance()
    },
    flush() {
      const rest = held
      held = ''
      return state === 'thinking' ? { reasoning: rest, text: '' } : { reasoning: '', text: rest }
    },
  }
}
