/** A pointer or handle in WebAssembly memory; 0 is null. */
export type Pointer = number

/** The raw functions of PDFium 2.1.13's build that are used here; the package's own types declare only a few. */
export interface PdfiumModule {
  readonly HEAPU8: Uint8Array<ArrayBuffer>
  readonly wasmExports: { malloc(sizeBytes: number): Pointer; free(pointer: Pointer): void }
  _FPDF_LoadMemDocument(data: Pointer, sizeBytes: number, password: Pointer): Pointer
  _FPDF_GetLastError(): number
  _FPDF_CloseDocument(document: Pointer): void
  _FPDF_GetPageCount(document: Pointer): number
  _FPDF_GetFormType(document: Pointer): number
  _FPDF_LoadPage(document: Pointer, index: number): Pointer
  _FPDF_ClosePage(page: Pointer): void
  _FPDF_GetPageWidthF(page: Pointer): number
  _FPDF_GetPageHeightF(page: Pointer): number
  // oxfmt-ignore
  _FPDF_PageToDevice(page: Pointer, startX: number, startY: number, sizeX: number, sizeY: number, rotate: number, x: number, y: number, deviceX: Pointer, deviceY: Pointer): number
  _FPDFText_LoadPage(page: Pointer): Pointer
  _FPDFText_ClosePage(textPage: Pointer): void
  _FPDFText_CountChars(textPage: Pointer): number
  _FPDFText_GetText(textPage: Pointer, start: number, count: number, buffer: Pointer): number
  _FPDFText_GetCharIndexFromTextIndex(textPage: Pointer, index: number): number
  /** 1: the font does not say which letter the glyph is. */
  _FPDFText_HasUnicodeMapError(textPage: Pointer, index: number): number
  _FPDFText_CountRects(textPage: Pointer, start: number, count: number): number
  // oxfmt-ignore
  _FPDFText_GetRect(textPage: Pointer, index: number, left: Pointer, top: Pointer, right: Pointer, bottom: Pointer): number
  _FPDFText_GetFontSize(textPage: Pointer, index: number): number
  _FPDFText_GetFontWeight(textPage: Pointer, index: number): number
  // oxfmt-ignore
  _FPDFText_GetFontInfo(textPage: Pointer, index: number, buffer: Pointer, sizeBytes: number, flags: Pointer): number
  _FPDFText_GetMatrix(textPage: Pointer, index: number, matrix: Pointer): number
  // oxfmt-ignore
  _FPDFText_GetCharBox(textPage: Pointer, index: number, left: Pointer, right: Pointer, bottom: Pointer, top: Pointer): number
  _FPDFPage_GetAnnotCount(page: Pointer): number
  _FPDFPage_GetAnnot(page: Pointer, index: number): Pointer
  _FPDFPage_CloseAnnot(annotation: Pointer): void
  _FPDFAnnot_GetSubtype(annotation: Pointer): number
  _FPDFAnnot_GetFlags(annotation: Pointer): number
  // oxfmt-ignore
  _FPDFAnnot_GetStringValue(annotation: Pointer, key: Pointer, buffer: Pointer, sizeBytes: number): number
  _FPDFAnnot_HasKey(annotation: Pointer, key: Pointer): number
  _FPDFAnnot_GetRect(annotation: Pointer, rect: Pointer): number
  _FPDFPage_CountObjects(page: Pointer): number
  _FPDFPage_GetObject(page: Pointer, index: number): Pointer
  _FPDFPageObj_GetType(object: Pointer): number
  // oxfmt-ignore
  _FPDFPageObj_GetBounds(object: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number
  _FPDFPageObj_GetMarkedContentID(object: Pointer): number
  _FPDFFormObj_CountObjects(form: Pointer): number
  _FPDFFormObj_GetObject(form: Pointer, index: number): Pointer
  _FPDFImageObj_GetImageDataRaw(image: Pointer, buffer: Pointer, sizeBytes: number): number
  _FPDFImageObj_GetImageFilterCount(image: Pointer): number
  _FPDFImageObj_GetImageFilter(image: Pointer, index: number, buffer: Pointer, sizeBytes: number): number
  _FPDFImageObj_GetImagePixelSize(image: Pointer, width: Pointer, height: Pointer): number
  _FPDFImageObj_GetBitmap(image: Pointer): Pointer
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, data: Pointer, stride: number): Pointer
  // oxfmt-ignore
  _FPDFBitmap_FillRect(bitmap: Pointer, left: number, top: number, width: number, height: number, colour: number): void
  _FPDFBitmap_Destroy(bitmap: Pointer): void
  _FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer
  _FPDFBitmap_GetWidth(bitmap: Pointer): number
  _FPDFBitmap_GetHeight(bitmap: Pointer): number
  _FPDFBitmap_GetStride(bitmap: Pointer): number
  _FPDFBitmap_GetFormat(bitmap: Pointer): number
  // oxfmt-ignore
  _FPDF_RenderPageBitmap(bitmap: Pointer, page: Pointer, startX: number, startY: number, sizeX: number, sizeY: number, rotate: number, flags: number): void
  _FPDF_StructTree_GetForPage(page: Pointer): Pointer
  _FPDF_StructTree_Close(tree: Pointer): void
  _FPDF_StructTree_CountChildren(tree: Pointer): number
  _FPDF_StructTree_GetChildAtIndex(tree: Pointer, index: number): Pointer
  _FPDF_StructElement_CountChildren(element: Pointer): number
  _FPDF_StructElement_GetChildAtIndex(element: Pointer, index: number): Pointer
  _FPDF_StructElement_GetChildMarkedContentID(element: Pointer, index: number): number
  _FPDF_StructElement_GetAltText(element: Pointer, buffer: Pointer, sizeBytes: number): number
}

/** True for the module of the pinned version. */
export function isPdfiumModule(value: unknown): value is PdfiumModule {
  return typeof value === 'object' && value !== null && '_FPDFText_GetCharIndexFromTextIndex' in value
}
