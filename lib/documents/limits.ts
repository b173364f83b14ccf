/** Limits per file; passed to the child, which reads no environment. */
export interface ParseLimits {
  readonly wallMs: number
  /** Added for each OCR page, up to `ocrWallMsMax` in total. */
  readonly ocrPageMs: number
  readonly ocrWallMsMax: number
  readonly rssBytes: number
  readonly slowRssBytes: number
  /** Files in the child's folder: the upload, unpacked data for tools, and the body. */
  readonly folderBytes: number
  readonly archiveEntries: number
  readonly archiveBytes: number
  readonly archiveRatio: number
  /** The ratio is checked above this many inflated bytes. */
  readonly archiveRatioFromBytes: number
  readonly pdfPages: number
  readonly imagePixels: number
  readonly cells: number
  readonly textBytes: number
  readonly images: number
  readonly imageBytes: number
}

const mebibyte = 1024 * 1024

export const parseLimits: ParseLimits = {
  wallMs: 60_000,
  ocrPageMs: 15_000,
  ocrWallMsMax: 600_000,
  rssBytes: 768 * mebibyte,
  slowRssBytes: 1024 * mebibyte,
  folderBytes: 640 * mebibyte,
  // A presentation has a dozen files per chart.
  archiveEntries: 5000,
  archiveBytes: 200_000_000,
  archiveRatio: 100,
  archiveRatioFromBytes: 10_000_000,
  pdfPages: 2000,
  imagePixels: 40_000_000,
  cells: 2_000_000,
  textBytes: 64 * mebibyte,
  images: 500,
  imageBytes: 32 * mebibyte,
}
