"""Ten flows of the product with the client beside this file: python3 flows.py ORIGIN ADMIN_PASSWORD [WORLD]

Prints the name of every flow that went through, one a line, and ends with the first that does not.
"""

import hashlib
import struct
import sys
import zlib

from zhuhui import Client, Refusal

origin, admin_password = sys.argv[1:3]
world = sys.argv[3] if len(sys.argv) > 3 else None
description = Client(origin).description


def browser():
    return Client(origin, description, world)


def member(**draft):
    """A browser with the session of a new account, which the control plane makes."""
    client = browser()
    client.account = client.post('/__mock/accounts', **draft)
    return client


def staff():
    client = browser()
    client('staffLogin', account='admin', password=admin_password)
    return client


def picture(width=480, height=320, shade=0):
    """A PNG of a house on a lawn."""

    def colour(x, y):
        if 80 <= x < 220 and 90 <= y < 190:
            return bytes((230 - shade, 222, 205)) if (x // 20 + y // 25) % 3 else bytes((60, 66, 80))
        return bytes((150, 190 - shade, 235)) if y < 170 else bytes((92, 138, 74 + shade))

    rows = b''.join(b'\0' + b''.join(colour(x, y) for x in range(width)) for y in range(height))

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    head = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


def expect(actual, wanted, what):
    if actual != wanted:
        raise AssertionError(f'{what}: {actual!r}, not {wanted!r}')


def finished(client, **start):
    """Starts a task and follows its events to the end."""
    task_id = None
    for name, task in client.events('taskEvents'):
        if name == 'open':
            task_id = client('startTask', **start)['taskId']
        elif name == 'task' and task['taskId'] == task_id and task['status'] in ('succeeded', 'failed', 'canceled'):
            return task
    raise AssertionError('the stream of events ended before the task')


def drawn(client, key):
    upload = client('uploadImage', file=picture())
    task = finished(client, tool='toline', params={'upload_img': upload['imageId']}, clientKey=key)
    expect(task['status'], 'succeeded', 'the task')
    return task['images'][0]['imageId']


def bought(client, product):
    """Orders a product and pays for it with the simulated channel."""
    order = client('createOrder', productId=product, payType='alipay')
    pay_url = client('createAliPayOrder', orderId=order['orderId'])['payUrl']
    if not pay_url.startswith('http') and not pay_url.startswith('/'):
        raise AssertionError(f'no address to pay at: {pay_url}')
    client.post('/__mock/pay', orderNo=order['orderNo'], action='pay')
    order = client('completeOrder', orderId=order['orderId'])
    expect(order['status'], 'completed', 'the order')
    return order


def sign_up_and_draw():
    client = browser()
    try:
        client('userInfo')
        raise AssertionError('a stranger was told who they are')
    except Refusal as refusal:
        expect((refusal.status, refusal.reason), (401, 'auth.required'), 'the refusal')
    phone = '13912345678'
    client('sendSmsCode', phoneNo=phone)
    code = client.get(f'/__mock/sms?phoneNo={phone}')[0]['code']
    login = client('login', phoneNo=phone, verifyCode=code)
    expect(login['isNew'], True, 'a new account')
    expect(client('userInfo')['userId'], login['userInfo']['userId'], 'the account')
    sent = picture()
    upload = client('uploadImage', file=sent)
    expect((upload['width'], upload['height'], upload['sha256']), (480, 320, hashlib.sha256(sent).hexdigest()), 'the upload')
    task = finished(client, tool='toline', params={'upload_img': upload['imageId'], 'lineStyle': 'cad'}, clientKey='first')
    expect(task['status'], 'succeeded', 'the task')
    expect(client('getTaskByTaskId', taskId=task['taskId'])['images'], task['images'], 'the task as asked for')
    expect(client('image', imageId=task['images'][0]['imageId'], format='png')[:4], b'\x89PNG', 'the result')
    try:
        client('startTask', tool='toline', params={'upload_img': upload['imageId'], 'lineStyle': 'none'}, clientKey='wrong')
        raise AssertionError('a choice that the description does not have was taken')
    except Refusal as refusal:
        expect(refusal.status, 422, 'the refusal')


def pay():
    client = member()
    before = client('totalTicket', type=1)
    bought(client, 'normal-20')
    expect(client('totalTicket', type=1) - before, 20, 'the tickets')


def refund():
    client = member()
    order = bought(client, 'normal-100')
    quote = client('refundQuote', orderId=order['orderId'])
    client('requestRefund', orderId=order['orderId'], reason='买错了')
    waiting = staff()
    [row] = waiting('staffRefunds', status=['requested'], _start=0, _end=10)
    expect(waiting.headers['x-total-count'], '1', 'the number of refunds')
    waiting('approveRefund', id=row['id'])
    client.post('/__mock/clock', advanceMs=1000)
    ended = client('checkOrder', orderId=order['orderId'])
    expect((ended['status'], ended['refundedAmount']), ('refunded', quote['amount']), 'the order')


def membership():
    client = member()
    expect(client('membership')['plan'], 'free', 'the plan before')
    product = next(one for one in client('products')['products'] if one['plan'] == 'pro')
    bought(client, product['productId'])
    expect(client('membership')['plan'], 'pro', 'the plan')
    purses = client('ticketSummary')['purses']
    expect(any(lot['source'] == 'plan' for purse in purses for lot in purse['lots']), True, 'tickets of the plan')


def published(title):
    author = member()
    image_id = author('uploadImage', file=picture(shade=len(title)))['imageId']
    card = author('publishPicture', imageId=image_id, title=title, clientKey=title)
    staff()('approvePicture', id=card['id'])
    return card['id']


def gallery_search():
    number = published('河畔竹构茶室')
    found = browser()('searchGallery', keyword='竹构')
    expect(found['counts']['pictures'], 1, 'the pictures found')
    [card] = browser()('pictures', keyword='竹构')['list']
    expect((card['id'], card['title']), (number, '河畔竹构茶室'), 'the card')
    expect(browser()('picture', id=number)['title'], '河畔竹构茶室', 'the picture')


def collect():
    number = published('山地民宿')
    client = member()
    folder = client('createFolder', name='民宿', clientKey='folder')
    client('collectPictures', pictureIds=[number], folderId=folder['id'])
    expect(client('folder', id=folder['id'])['pictureCount'], 1, 'the folder')
    [card] = client('pictures', folderId=folder['id'])['list']
    expect((card['id'], card['isCollected']), (number, True), 'its picture')


def share():
    client = member()
    link = client('createShare', imageId=drawn(client, 'shared'), days=7)
    shared = browser()('sharedResult', token=link['token'])
    expect(shared['tool'], 'toline', 'the shared result')
    expect(browser()('sharedPicture', token=link['token'], side='after', format='png')[:4], b'\x89PNG', 'its picture')
    client('endShare', token=link['token'])
    try:
        browser()('sharedResult', token=link['token'])
        raise AssertionError('a link that was ended still shows something')
    except Refusal as refusal:
        expect((refusal.status, refusal.reason), (410, 'share.ended'), 'the refusal')


def assistant_stream():
    client = member()
    told, first, last = '', None, None
    for name, event in client.events('chatStream', message='怎样购买会员？', requestId='question'):
        if event == '[DONE]':
            break
        if name == 'message':
            first = first or event
            last = event
            told += event['delta']
    expect(first['question']['text'], '怎样购买会员？', 'the question')
    expect(last['answer']['state'], 'done', 'the answer')
    expect(first['answer']['text'] + told, last['answer']['text'], 'what was streamed')
    detail = client('chatHistoryDetail', conversationId=last['conversationId'])
    expect([one['role'] for one in detail['messages']], ['user', 'assistant'], 'the conversation')


def scan_login():
    client = browser()
    ticket = client('getQrCode')['ticket']
    expect(client('checkScan', ticket=ticket)['status'], 'waiting', 'the code')
    for action in ('scan', 'confirm'):
        client.post('/__mock/wx/scan', ticket=ticket, action=action, person='lin')
    confirmed = client('checkScan', ticket=ticket)
    expect((confirmed['status'], confirmed['needsPhone']), ('confirmed', True), 'the code')
    phone = '13912345679'
    client('sendSmsCode', phoneNo=phone)
    code = client.get(f'/__mock/sms?phoneNo={phone}')[0]['code']
    login = client('login', phoneNo=phone, verifyCode=code, type=3, scanTicket=ticket)
    expect(client('userInfo')['userId'], login['userInfo']['userId'], 'the account')


def console():
    account = member(phoneNo='13912345680', nickName='竹里').account
    client = staff()
    rows = client('staffAccounts', id=[account['accountId']], _start=0, _end=10, _sort='createdAt', _order='desc')
    expect([row['id'] for row in rows], [account['accountId']], 'the list')
    expect(client.headers['x-total-count'], '1', 'the total')
    table = client('staffAccountsExport', format='csv', id=[account['accountId']])
    expect('竹里' in table.decode('utf-8-sig'), True, 'the export')
    try:
        client('staffAccounts', nothing_like_this='1')
        raise AssertionError('a call took what the description does not have')
    except TypeError:
        pass


for flow in (
    sign_up_and_draw,
    pay,
    refund,
    membership,
    gallery_search,
    collect,
    share,
    assistant_stream,
    scan_login,
    console,
):
    flow()
    print(flow.__name__, flush=True)
