-- Sends the requests of a file, in order: wrk -s requests.lua URL -- FILE [once]
-- With `once` each is sent a single time and the thread stops after the last; otherwise they begin again.

local requests, at, once = {}, 0, false

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("[^%z]+") do requests[#requests + 1] = request end
  file:close()
  once = args[2] == "once"
end

function request()
  at = at + 1
  if at > #requests then
    if once then
      wrk.thread:stop()
      at = #requests
    else
      at = 1
    end
  end
  return requests[at]
end

function done(summary)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"bytes":%d,"microseconds":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.bytes, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
