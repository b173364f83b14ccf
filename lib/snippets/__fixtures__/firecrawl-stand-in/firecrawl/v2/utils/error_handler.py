class FirecrawlError(Exception):
    def __init__(self, message, status_code, code):
        super().__init__(message)
        self.status_code = status_code
        self.code = code
