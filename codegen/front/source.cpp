#include "front/source.h"

#include <algorithm>
#include <utility>

namespace npuspec {

std::uint32_t Sources::add(std::string name, std::string text) {
  File& file = files_.emplace_back();
  file.name = std::move(name);
  file.text = std::move(text);
  file.starts.push_back(0);
  for (std::size_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.starts.push_back(i + 1);
  }
  return count();
}

const std::string& Sources::name(std::uint32_t file) const { return files_.at(file - 1).name; }

std::string_view Sources::text(std::uint32_t file) const { return files_.at(file - 1).text; }

std::string_view Sources::line(Place at) const {
  if (at.file == 0 || at.file > count() || at.line == 0) return {};
  const File& file = files_[at.file - 1];
  if (at.line > file.starts.size()) return {};
  std::size_t begin = file.starts[at.line - 1];
  std::size_t end = at.line < file.starts.size() ? file.starts[at.line] - 1 : file.text.size();
  if (end > begin && file.text[end - 1] == '\r') --end;
  return std::string_view(file.text).substr(begin, end - begin);
}

Place Sources::place(std::uint32_t file, std::size_t offset) const {
  const auto& starts = files_.at(file - 1).starts;
  auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  auto line = static_cast<std::uint32_t>(after - starts.begin());
  return {file, line, static_cast<std::uint32_t>(offset - starts[line - 1]) + 1};
}

std::size_t Sources::offset(Place at) const {
  const File& file = files_.at(at.file - 1);
  if (at.line == 0) return 0;
  if (at.line > file.starts.size()) return file.text.size();
  return std::min(file.starts[at.line - 1] + at.col - 1, file.text.size());
}

}  // namespace npuspec
