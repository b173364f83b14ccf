'use client'
import { useEffect, useRef, useState } from 'react'
import { openPdf, type OpenedPdf } from './open-pdf.ts'

const widthPixels = 1400

/** A page of a PDF, rendered in this browser from the local file. */
export function PdfPicture({ file, password, page }: { file: File; password: string; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pdf, setPdf] = useState<OpenedPdf | null>(null)
  // For one page: the others may be fine. Null: for all of them.
  const [problem, setProblem] = useState<{ of: number | null; words: string } | null>(null)

  useEffect(() => {
    let wanted = true
    const opening = openPdf(file, password)
    void opening.then(
      opened => wanted && setPdf(opened),
      (error: unknown) => wanted && setProblem({ of: null, words: formatProblem(error) }),
    )
    return () => {
      wanted = false
      void opening.then(opened => opened.close()).catch(() => undefined)
    }
  }, [file, password])

  useEffect(() => {
    const target = canvas.current
    if (pdf === null || target === null) return
    let wanted = true
    const drawing = pdf.draw(target, { page, widthPixels })
    void drawing.done.catch(
      (error: unknown) => wanted && setProblem({ of: page, words: formatProblem(error) }),
    )
    return () => {
      wanted = false
      drawing.cancel()
    }
  }, [pdf, page])

  if (problem !== null && (problem.of ?? page) === page) {
    return <p className="p-4 text-bad">Could not render this page: {problem.words}</p>
  }
  return (
    <canvas
      ref={canvas}
      width={widthPixels}
      height={Math.round((widthPixels * 4) / 3)}
      role="img"
      aria-label={`Page ${page} of ${file.name}`}
      className="block h-auto w-full"
    />
  )
}

function formatProblem(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
