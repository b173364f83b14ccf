'use client'
import { useEffect, useRef } from 'react'
import { showBytes } from './show-bytes.ts'

/** A picture as the browser draws it. */
export function ImagePicture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (image.current !== null) return showBytes(image.current, file)
  }, [file])
  // oxlint-disable-next-line nextjs/no-img-element -- bytes that are here already: nothing to optimise
  return <img ref={image} alt={file.name} className="block w-full" />
}
