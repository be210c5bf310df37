"""A client of the product's API, made by hand from its description. Python 3.9 or newer, nothing to install.

    api = Client('http://127.0.0.1:8000')
    api('login', phoneNo='13812345678', verifyCode='123456')
    print(api('userInfo')['nickName'])

A call goes by its operationId in /api/openapi.json; path, query and body are told apart by the description. Cookies are
kept, so a client is one browser. It asks in the world of this name, or in the unnamed one.
"""

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.cookiejar import CookieJar


class Refusal(Exception):
    """An answer of 400 or more: its status, and the reason and sentence of the API."""

    def __init__(self, status, answer):
        error = answer.get('error') or answer
        self.status = status
        self.reason = error.get('reason')
        self.message = error.get('message')
        super().__init__(f'{status} {self.reason}: {self.message}')


class Client:
    def __init__(self, origin, description=None, world=None):
        self.origin = origin
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        )
        if world:
            self.opener.addheaders.append(('x-mock-space', world))
        self.description = description or self.get('/api/openapi.json')
        self.calls = {
            operation['operationId']: (method.upper(), path, operation)
            for path, methods in self.description['paths'].items()
            for method, operation in methods.items()
        }
        # Headers of the last answer.
        self.headers = {}

    def __call__(self, call, **values):
        """Makes a call and gives what it answers: the `data` of an envelope, any other JSON, or bytes."""
        with self.open(call, **values) as response:
            self.headers = response.headers
            body = response.read()
        if response.headers.get_content_type() != 'application/json':
            return body
        answer = json.loads(body)
        return answer['data'] if isinstance(answer, dict) and set(answer) == {'error', 'data'} else answer

    def events(self, call, **values):
        """The events of a stream as (name, data); the name of those without one is `message`."""
        name, data = 'message', []
        with self.open(call, **values) as response:
            yield 'open', None
            for line in response:
                field, _, text = line.decode('utf-8').rstrip('\n').partition(':')
                text = text[1:] if text.startswith(' ') else text
                if field == 'event':
                    name = text
                elif field == 'data':
                    data.append(text)
                elif line == b'\n' and data:
                    joined = '\n'.join(data)
                    yield name, joined if joined == '[DONE]' else json.loads(joined)
                    name, data = 'message', []

    def open(self, call, **values):
        method, path, operation = self.calls[call]
        query = []
        for parameter in map(self.resolve, operation['parameters']):
            if parameter['name'] not in values:
                continue
            value = values.pop(parameter['name'])
            if parameter['in'] == 'path':
                path = path.replace('{%s}' % parameter['name'], urllib.parse.quote(str(value), safe=''))
            else:
                query += [(parameter['name'], text(one)) for one in (value if isinstance(value, list) else [value])]
        content = operation.get('requestBody', {}).get('content', {})
        headers, body = {}, None
        if 'multipart/form-data' in content:
            headers, body = multipart(values)
        elif content:
            headers, body = {'content-type': 'application/json'}, json.dumps(values).encode()
        elif values:
            raise TypeError(f'{call} does not take {", ".join(values)}')
        address = self.origin + path + ('?' + urllib.parse.urlencode(query) if query else '')
        return self.send(urllib.request.Request(address, data=body, headers=headers, method=method))

    def send(self, request):
        try:
            return self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            with error:
                raise Refusal(error.code, json.loads(error.read())) from None

    def get(self, path):
        with self.send(urllib.request.Request(self.origin + path)) as response:
            return json.loads(response.read())

    def post(self, path, **values):
        body = json.dumps(values).encode()
        request = urllib.request.Request(self.origin + path, data=body, headers={'content-type': 'application/json'})
        with self.send(request) as response:
            return json.loads(response.read())

    def resolve(self, part):
        """What a reference leads to, or the part itself."""
        if '$ref' not in part:
            return part
        found = self.description
        for key in part['$ref'].split('/')[1:]:
            found = found[key]
        return found


def text(value):
    return json.dumps(value) if isinstance(value, (bool, dict, list)) else str(value)


def multipart(values):
    """Headers and body of a form; bytes are sent as a file."""
    boundary = uuid.uuid4().hex
    lines = []
    for name, value in values.items():
        is_file = isinstance(value, bytes)
        file_name = '; filename="picture.png"' if is_file else ''
        lines.append(f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"{file_name}\r\n\r\n'.encode())
        lines.append((value if is_file else text(value).encode()) + b'\r\n')
    lines.append(f'--{boundary}--\r\n'.encode())
    return {'content-type': f'multipart/form-data; boundary={boundary}'}, b''.join(lines)
