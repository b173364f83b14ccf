'use client'
import { useState } from 'react'
import { checkImageFile } from '#lib/client/chat/image-address.ts'
import type { ImagePart } from '#lib/client/chat/message-text.ts'
import { readDataUrl } from '#lib/client/chat/read-data-url.ts'
import { useChatStore } from './chat-context.ts'

/** Attaches images to the pending message; each file that cannot be sent leaves its reason. Nothing is resized. */
export function useAttach() {
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
      const checked = files.map(file => ({ file, refusal: checkImageFile(file) }))
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
          images: state.pending.images.flatMap((each, place) => (place === index ? (image ?? []) : [each])),
        },
      }))
    },
  }
}
