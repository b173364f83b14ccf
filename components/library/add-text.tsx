'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { tabStorage } from '#components/playground/layout/tab-storage.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { formatCount } from '#lib/client/format.ts'
import { addEntry } from './model/add-entry.ts'
import type { ExampleText } from './model/example-texts.ts'
import { itemPath } from './model/item-address.ts'
import { libraryKey } from './model/list-items.ts'
import { emptyDraft, saveTextDraft, readTextDraft, type TextDraft } from './model/text-draft.ts'
import { CollectionField } from './collection-field.tsx'
import { LibraryError } from './library-error.tsx'
import { useLibrarySearchParams } from './use-library-search-params.ts'

/** Adds a text by hand. The draft survives a reload. */
export function AddText({ example, onClose }: { example: ExampleText | null; onClose: () => void }) {
  const router = useRouter()
  const queries = useQueryClient()
  const [{ collection }] = useLibrarySearchParams()
  const [draft, setDraft] = useState<TextDraft>(() =>
    example === null
      ? (readTextDraft(tabStorage()) ?? emptyDraft(collection))
      : { ...emptyDraft(collection), title: example.title, text: example.text },
  )
  const write = (change: Partial<TextDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    saveTextDraft(tabStorage(), next)
  }
  const { title, text, url } = draft
  const add = useMutation({
    mutationFn: () => addText(draft),
    onSuccess(id) {
      saveTextDraft(tabStorage(), null)
      showToast(`“${title.trim()}” added`, {
        action: { label: 'Open', onSelect: () => router.push(itemPath(id) as Route) },
      })
      onClose()
      return queries.invalidateQueries({ queryKey: libraryKey })
    },
  })
  const isReady = title.trim() !== '' && text.trim() !== ''
  return (
    <Dialog open onClose={onClose} title="Add text" className="w-[min(44rem,calc(100vw-24px))]">
      <form
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !add.isPending) add.mutate()
        }}
      >
        <Field label="Title">
          {ids => (
            <Input
              {...ids}
              required
              maxLength={500}
              value={title}
              onChange={event => write({ title: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Text (plain or Markdown)"
          aside={text !== '' && <span>{formatCount(text.length)} characters</span>}
        >
          {ids => (
            <TextArea
              {...ids}
              required
              className="min-h-40 text-base"
              value={text}
              onChange={event => write({ text: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <CollectionField value={draft.collection} onChange={name => write({ collection: name })} />
          <Field label="URL (optional)" help="Replaces an item with the same URL.">
            {ids => (
              <Input
                {...ids}
                type="url"
                dir="ltr"
                maxLength={2048}
                placeholder="https://"
                value={url}
                onChange={event => write({ url: event.target.value })}
              />
            )}
          </Field>
        </div>
        {add.error && <LibraryError error={add.error} onRetry={() => add.mutate()} />}
        <Button
          type="submit"
          variant="go"
          className="self-end"
          disabled={!isReady || add.isPending}
          focusableWhenDisabled
        >
          {add.isPending ? 'Adding…' : 'Add to library'}
        </Button>
      </form>
    </Dialog>
  )
}

function addText({ title, text, url, collection }: TextDraft) {
  return addEntry(
    {
      kind: 'text',
      title: title.trim(),
      content: { text },
      url: url.trim() === '' ? null : url.trim(),
      sha256: null,
    },
    collection.trim() || 'default',
    new AbortController().signal,
  )
}
