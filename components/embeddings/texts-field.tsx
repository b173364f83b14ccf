'use client'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { withSource } from './state/request.ts'
import { rowsOf, type TextSource } from './state/text-source.ts'
import { TextsCount } from './texts-count.tsx'
import { usePasteCurl } from './use-paste-curl.ts'
import { useViewer } from './viewer-context.ts'

/** Texts as lines. */
export function TextsField({ source }: { source: Extract<TextSource, { kind: 'typed' }> }) {
  const { store } = useViewer()
  const pasteCurl = usePasteCurl()
  const write = (text: string) =>
    store.update(state => ({ ...state, request: withSource(state.request, { ...source, text }) }))
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
          onChange={event => write(event.target.value)}
          onPaste={event => {
            const taken = source.text === '' && pasteCurl(event.clipboardData.getData('text/plain'))
            if (taken) event.preventDefault()
          }}
        />
      )}
    </Field>
  )
}
