'use client'

import { Link2, Paperclip, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useModel } from '#components/playground/form/use-model.ts'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { ShutdownNote } from './shutdown-note.tsx'
import { type Column, readActive, readModelId, updateColumn } from './model/chat-state.ts'
import { readPath } from './model/conversation.ts'
import { checkModelReadsImages, imageMediaTypes, checkImageFile } from './model/draft/image-address.ts'
import { readContent, type ImagePart } from './model/message-text.ts'
import { addPendingTurn } from './model/add-pending-turn.ts'
import { newId } from '#lib/client/new-id.ts'
import type { FileUpload } from './model/chat-store.ts'
import { ImageCard } from './image-card.tsx'
import { useChatState, useChatStore, useUploads } from './chat-context.ts'
import { useContract } from '#components/playground/layout/playground-context.ts'
import { useOpenCurl } from '#components/playground/code/use-open-curl.ts'
import { isEmpty } from './model/draft/chat-body.ts'
import { reconcileBody } from './model/draft/reconcile-body.ts'
import { readDataUrl } from '#components/playground/form/model/read-data-url.ts'

// Most images are dropped or selected as files.
const ImageAddressForm = lazy(() =>
  import('./image-address-form.tsx').then(module => ({ default: module.ImageAddressForm })),
)

// Most messages have no files.
const PendingFiles = lazy(() =>
  import('./files/pending-files.tsx').then(module => ({ default: module.PendingFiles })),
)

/** The pending message, with files by drag and drop, paste and file picker; the model, and Run. */
export function Composer({ runBar }: { runBar: ReactNode }) {
  const store = useChatStore()
  const state = useChatState()
  const { pending } = state
  const { files = [] } = pending
  const uploads = useUploads()
  const column = readActive(state)
  const input = useRef<HTMLTextAreaElement>(null)
  const [asksAddress, setAsksAddress] = useState(false)
  const { refusals, attach, attachAddress, change } = useAttach()
  const pasteCurl = usePasteCurl()
  const drop = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: taken => void attach(taken),
  })
  const contract = useContract()
  const model = useModel(readModelId(column))
  const warning = pending.images.length > 0 ? checkModelReadsImages(model ?? null) : null
  const write = (text: string) =>
    store.update(before => ({ ...before, pending: { ...before.pending, text } }))

  const recall = () => {
    const last = readPath(column.conversation).findLast(({ message }) => message.role === 'user')
    if (last) write(readContent(last.message).text)
  }
  const add = (role: 'user' | 'assistant') => store.update(before => addPendingTurn(before, role, newId()))

  return (
    <div
      {...drop.getRootProps({
        className: classNames(
          'flex flex-col gap-2 rounded-xl border border-control bg-raised p-3 pb-2.5 shadow-2 has-[textarea:focus-visible]:border-accent-text',
          drop.isDragActive && 'outline-2 outline-accent-text',
        ),
      })}
    >
      <input {...drop.getInputProps({ 'aria-label': 'Files to attach' })} />
      <ShutdownNote model={readModelId(column)} />
      <TextArea
        ref={input}
        data-main-input
        aria-label="Message"
        rows={1}
        className="min-h-8 border-transparent bg-transparent px-1 text-base shadow-none outline-none"
        placeholder={`Message ${readName(state.columns)}`}
        value={pending.text}
        onChange={event => write(event.target.value)}
        onPaste={event => {
          // The drop zone handles files.
          const taken = pending.text === '' && pasteCurl(event.clipboardData.getData('text/plain'))
          if (taken) event.preventDefault()
        }}
        onKeyDown={event => {
          if (event.key !== 'ArrowUp' || pending.text !== '') return
          event.preventDefault()
          recall()
        }}
      />
      {pending.images.map((image, index) => (
        <ImageCard
          key={`${index}-${image.image_url.url.length}`}
          image={image}
          onChange={next => change(index, next)}
          onRemove={() => {
            change(index, null)
            input.current?.focus()
          }}
        />
      ))}
      {(files.length > 0 || uploads.length > 0) && (
        <Suspense>
          <PendingFiles onRemoved={() => input.current?.focus()} />
        </Suspense>
      )}
      {asksAddress && (
        <Suspense>
          <ImageAddressForm
            onAdd={url => {
              attachAddress(url)
              setAsksAddress(false)
              input.current?.focus()
            }}
            onCancel={() => {
              setAsksAddress(false)
              input.current?.focus()
            }}
          />
        </Suspense>
      )}
      {[...refusals, ...(warning ? [warning] : [])].map(text => (
        <p key={text} role="alert" className="text-xs text-warn">
          {text}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label="Attach files" onClick={drop.open}>
          <Paperclip size={16} aria-hidden />
        </IconButton>
        <IconButton
          label="Image URL"
          aria-expanded={asksAddress}
          onClick={() => setAsksAddress(!asksAddress)}
        >
          <Link2 size={16} aria-hidden />
        </IconButton>
        <Menu
          trigger={
            <IconButton label="Add message" disabled={isEmpty(pending)}>
              <Plus size={16} aria-hidden />
            </IconButton>
          }
          actions={[
            { label: 'As a user message', onSelect: () => add('user') },
            {
              label: 'As an assistant message',
              disabled: pending.images.length > 0 || files.length > 0,
              onSelect: () => add('assistant'),
            },
          ]}
        />
        {state.columns.length === 1 && (
          <ModelPicker
            contract={contract}
            value={readModelId(column)}
            onChange={id =>
              store.update(before =>
                updateColumn(before, column.id, each => ({ ...each, params: { ...each.params, model: id } })),
              )
            }
          />
        )}
        {runBar}
      </div>
    </div>
  )
}

function readName(columns: readonly Column[]): string {
  const [only] = columns
  if (columns.length > 1) return columns.length === 2 ? 'both models' : `all ${columns.length} models`
  const id = only ? readModelId(only) : null
  return id?.split('/').at(-1) ?? 'a model'
}

function usePasteCurl(): (text: string) => boolean {
  const store = useChatStore()
  return useOpenCurl(useContract(), {
    take({ body }) {
      const before = store.read()
      store.update(state => reconcileBody(state, state.activeId, body, newId))
      return () => store.update(() => before)
    },
    paste: text => store.update(before => ({ ...before, pending: { ...before.pending, text } })),
  })
}

/**
 * Attaches files to the pending message: images as they are, not resized, and the text of any other file. An
 * image that cannot be sent shows the reason.
 */
function useAttach() {
  const store = useChatStore()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const add = (images: readonly ImagePart[]) =>
    store.update(state => ({
      ...state,
      pending: { ...state.pending, images: [...state.pending.images, ...images] },
    }))

  return {
    refusals,
    attach: async (files: readonly File[]) => {
      const documents = files.filter(({ type }) => !isPicture(type))
      if (documents.length > 0) {
        const uploads = documents.map(toUpload)
        // Listed before the code has loaded, so that Run waits for them.
        store.uploads.update(all => [...all, ...uploads])
        const { uploadFiles } = await import('./files/upload-files.ts')
        uploadFiles(store, uploads)
      }
      const checked = files
        .filter(({ type }) => isPicture(type))
        .map(file => ({ file, refusal: checkImageFile(file) }))
      setRefusals(checked.flatMap(({ refusal }) => refusal ?? []))
      const urls = await Promise.all(
        checked.filter(({ refusal }) => refusal === null).map(({ file }) => readDataUrl(file)),
      )
      add(urls.map(url => ({ type: 'image_url', image_url: { url } })))
    },
    attachAddress: (url: string) => {
      add([{ type: 'image_url', image_url: { url } }])
    },
    change: (index: number, image: ImagePart | null) => {
      store.update(state => ({
        ...state,
        pending: {
          ...state.pending,
          images: state.pending.images.flatMap((each, position) =>
            position === index ? (image ?? []) : [each],
          ),
        },
      }))
    },
  }
}

function toUpload(file: File): FileUpload {
  return { id: newId(), file, stage: { kind: 'uploading', sentBytes: 0, totalBytes: file.size }, stop() {} }
}

/** SVG is a picture that neither models nor the document parsers read: it shows the reason. */
function isPicture(type: string): boolean {
  return type === 'image/svg+xml' || (imageMediaTypes as readonly string[]).includes(type)
}
