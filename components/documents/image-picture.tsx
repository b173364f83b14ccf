'use client'
import { useRef } from 'react'
import { useSource } from './use-source.ts'

/** A picture as the browser draws it. */
export function ImagePicture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  useSource(image, file)
  // oxlint-disable-next-line nextjs/no-img-element -- bytes that are here already: nothing to optimise
  return <img ref={image} alt={file.name} className="block w-full" />
}
