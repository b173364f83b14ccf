'use client'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { withSource } from './state/request.ts'
import { rowsOf, sourceOfRows, type TextSource, typedCharactersMax } from './state/text-source.ts'
import { TextsCount } from './texts-count.tsx'
import { usePasteCurl } from './use-paste-curl.ts'
import { useViewer } from './viewer-context.ts'

// Browsers insert line by line, and lay the field out anew each time: thousands of lines would hold the page up.
const longPaste = 10_000

/** Texts as lines. */
export function TextsField({ source }: { source: Extract<TextSource, { kind: 'typed' }> }) {
  const { store } = useViewer()
  const pasteCurl = usePasteCurl()
  const put = (next: TextSource) =>
    store.update(state => ({ ...state, request: withSource(state.request, next) }))
  return (
    <Field label="Texts, one per line" aside={<TextsCount rows={rowsOf(source)} />}>
      {ids => (
        <TextArea
          {...ids}
          data-main-input
          spellCheck={false}
          className="max-h-[46vh] min-h-36 text-base"
          placeholder="Write or paste texts, one per line; drop a file (txt, csv, json, jsonl); or paste a curl"
          value={source.text}
          onChange={event => put({ ...source, text: event.target.value })}
          onPaste={event => {
            const pasted = event.clipboardData.getData('text/plain')
            if (source.text === '' && pasteCurl(pasted)) return event.preventDefault()
            if (pasted.length < longPaste) return
            event.preventDefault()
            const { value, selectionStart, selectionEnd } = event.currentTarget
            const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
            const { rows } = rowsOf({ ...source, text })
            put(text.length > typedCharactersMax ? sourceOfRows(rows, 'Pasted texts') : { ...source, text })
          }}
        />
      )}
    </Field>
  )
}
